import { AppError } from '@/src/domain/error'

/** Waits for a page for at most `ms`; fails with `page/not-responding` after that. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('page/not-responding')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
