interface ChoiceListProps<T extends string> {
  label: string
  values: readonly T[]
  nameOf: (value: T) => string
  onPick: (value: T) => void
}

/** The values of a filter, one of which can be selected. */
export function ChoiceList<T extends string>({ label, values, nameOf, onPick }: ChoiceListProps<T>) {
  return (
    <ul className="-m-2 grid min-w-44" aria-label={label}>
      {values.map((value) => (
        <li key={value}>
          <button
            type="button"
            className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11"
            onClick={() => onPick(value)}
          >
            {nameOf(value)}
          </button>
        </li>
      ))}
    </ul>
  )
}
