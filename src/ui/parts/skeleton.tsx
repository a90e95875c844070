/** A grey shape in the place of something that is on its way. */
export function Skeleton({ width, height = 14 }: { width: number | string; height?: number }) {
  const size = typeof width === 'number' ? `${width}px` : width
  return <span class="skeleton" style={{ width: size, height: `${height}px` }} aria-hidden="true" />
}

/** Rows of a list that is on its way. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div class="skeleton-rows" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <div class="skeleton-row" key={row}>
          <span class="skeleton skeleton-round" />
          <span class="skeleton-lines">
            <Skeleton width={`${45 + ((row * 17) % 30)}%`} />
            <Skeleton width={`${25 + ((row * 11) % 20)}%`} height={11} />
          </span>
        </div>
      ))}
    </div>
  )
}
