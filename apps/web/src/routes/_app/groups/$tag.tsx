import { createFileRoute } from '@tanstack/react-router'
import type { PictureProps } from '#components/results/picture.ts'
import { GroupScreen } from '#features/groups/group-screen.tsx'
import { MiniPreview } from '#features/previews/mini-preview.tsx'
import { searchReader, searchText } from '#lib/search-fields.ts'

const GroupSearch = searchReader({ folder: searchText(1024) })

export const Route = createFileRoute('/_app/groups/$tag')({
  validateSearch: (search) => GroupSearch.parse(search),
  component: GroupPage,
})

function GroupPage() {
  const { tag } = Route.useParams()
  const { folder } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onFolder = (next: string | undefined) => void navigate({ search: { folder: next } })
  return <GroupScreen key={tag} tag={tag} folder={folder} onFolder={onFolder} Picture={Picture} />
}

function Picture({ data }: PictureProps) {
  return <MiniPreview data={data} size="card" />
}
