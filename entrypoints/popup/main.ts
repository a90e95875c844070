import '@/src/ui/styles/main.css'
import { createLiveBackend, machineClock } from '@/src/ui/models/live-backend'
import { mount } from '@/src/ui/mount'
import { Root } from '@/src/ui/screens/root'

const inTab = new URLSearchParams(location.search).get('view') === 'tab'
void mount({
  createBackend: createLiveBackend,
  clock: machineClock,
  Page: Root,
  view: inTab ? 'tab' : 'popup',
})
