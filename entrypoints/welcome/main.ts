import '@/src/ui/styles/main.css'
import { createLiveBackend, machineClock } from '@/src/ui/models/live-backend'
import { mount } from '@/src/ui/mount'
import { WelcomeScreen } from '@/src/ui/screens/welcome'

void mount({
  createBackend: createLiveBackend,
  clock: machineClock,
  Page: WelcomeScreen,
  view: 'tab',
})
