import { createFileRoute } from '@tanstack/react-router'
import type { PictureProps } from '#components/results/picture.ts'
import { GroupScreen } from '#features/groups/group-screen.tsx'
import { MiniPreview } from '#features/previews/mini-preview.tsx'

export const Route = createFileRoute('/_app/groups/$tag')({ component: GroupPage })

function GroupPage() {
  const { tag } = Route.useParams()
  return <GroupScreen key={tag} tag={tag} Picture={Picture} />
}

function Picture({ data }: PictureProps) {
  return <MiniPreview data={data} size="card" />
}
