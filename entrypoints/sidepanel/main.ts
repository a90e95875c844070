import '@/src/ui/styles/main.css'
import { createLiveBackend, machineClock } from '@/src/ui/models/live-backend'
import { mount } from '@/src/ui/mount'

void mount({ backend: createLiveBackend(), clock: machineClock, view: 'panel' })
