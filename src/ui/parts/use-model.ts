import { useEffect, useMemo } from 'preact/hooks'

/** Makes a model for as long as a component is on screen, anew when `key` changes. */
export function useModel<T extends { dispose(): void }>(create: () => T, key: string): T {
  const model = useMemo(create, [key])
  useEffect(() => () => model.dispose(), [model])
  return model
}
