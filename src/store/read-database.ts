export { createDatabase as openForReading, type Database } from './open'
