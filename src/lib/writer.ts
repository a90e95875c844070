/** Writes the words of a language into the messages of a catalogue, in their places and by their keys. */
export type Writer = (name: string, messages: object) => void
