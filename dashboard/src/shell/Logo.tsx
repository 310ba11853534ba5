export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-[#4f46e5]" />
      <circle cx="16" cy="16" r="8.5" stroke="#fff" strokeWidth="2.4" strokeDasharray="3.34 3.34" />
      <path d="M16 11.2V16l3.2 2.2" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
