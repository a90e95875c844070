import * as z from 'zod/mini'

/** What the provider's frame tells the wrapper page around it. */
export const frameMessageSchema = z.object({
  type: z.literal('PROVIDER_FRAME'),
  event: z.enum(['ready', 'acted']),
})
export type FrameMessage = z.infer<typeof frameMessageSchema>
