import type { ComponentChildren } from 'preact'

function Icon({ children, size = 20 }: { children: ComponentChildren; size?: number | undefined }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

type Size = { size?: number }

export const ChevronDown = ({ size }: Size) => (
  <Icon size={size}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)
export const ChevronRight = ({ size }: Size) => (
  <Icon size={size}>
    <path d="m9 6 6 6-6 6" />
  </Icon>
)
export const ArrowLeft = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M19 12H5M11 18l-6-6 6-6" />
  </Icon>
)
export const ArrowRight = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
)
export const ArrowsVertical = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M8 4v15M4 15.5 8 19.5l4-4M16 20V5M12 8.5l4-4 4 4" />
  </Icon>
)
export const Clock = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)
export const Sliders = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </Icon>
)
export const Expand = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M14 4h6v6M20 4l-8 8M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />
  </Icon>
)
export const Panel = ({ size }: Size) => (
  <Icon size={size}>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
    <path d="M14.5 4.5v15" />
  </Icon>
)
export const External = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M8 16 18 6M10 6h8v8" />
  </Icon>
)
export const Close = ({ size }: Size) => (
  <Icon size={size}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)
export const Search = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.2-4.2" />
  </Icon>
)
export const Pin = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M9 4h6l-1 6 4 4H6l4-4-1-6ZM12 14v6" />
  </Icon>
)
export const Check = ({ size }: Size) => (
  <Icon size={size}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
export const Alert = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M12 4 2.8 19.5h18.4L12 4ZM12 10.5v4" />
    <path d="M12 17.2v.1" />
  </Icon>
)
export const Shield = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M12 3.5 5 6v5.5c0 4.4 2.9 7.4 7 9 4.1-1.6 7-4.6 7-9V6l-7-2.5Z" />
    <path d="m9 12 2.2 2.2L15.2 10" />
  </Icon>
)
export const Wallet = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M18 8V6a2 2 0 0 0-2-2H6a2.5 2.5 0 0 0 0 5h13a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 20H6a2.5 2.5 0 0 1-2.5-2.5v-11" />
    <path d="M16.5 14.5h.1" />
  </Icon>
)
export const Globe = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5Z" />
  </Icon>
)
export const Copy = ({ size }: Size) => (
  <Icon size={size}>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 9V6.5A2.5 2.5 0 0 0 12.5 4h-6A2.5 2.5 0 0 0 4 6.5v6A2.5 2.5 0 0 0 6.5 15H9" />
  </Icon>
)
export const Refresh = ({ size }: Size) => (
  <Icon size={size}>
    <path d="M20 11.5A8 8 0 0 0 5.6 7.2L4 9M4 4.5V9h4.5M4 12.5a8 8 0 0 0 14.4 4.3L20 15M20 19.5V15h-4.5" />
  </Icon>
)

/** From one to the other, between what is isolated (`bdi`): it points where the line reads. */
export const To = () => <span class="flip-rtl">→</span>

/** The mark: a causeway on two arches above the water. */
export const Mark = ({ size = 24 }: Size) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" class="mark">
    <rect width="32" height="32" rx="8" class="mark-ground" />
    <path
      class="mark-deck"
      d="M5.5 9h21a1.5 1.5 0 0 1 0 3H26v10h-2v-5a3 3 0 0 0-6 0v5h-4v-5a3 3 0 0 0-6 0v5H6V12h-.5a1.5 1.5 0 0 1 0-3Z"
    />
    <path class="mark-water" d="M5 25h22" />
  </svg>
)
