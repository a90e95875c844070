import { vi } from 'vitest'
import { patience } from './patience'

const { waitFor } = vi
/** By itself what is waited for is given a second. */
const patientWaitFor: typeof waitFor = (check, options = { timeout: patience }) =>
  waitFor(check, options)

// Files of one worker share `vi`.
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor
