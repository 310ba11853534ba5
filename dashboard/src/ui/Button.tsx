import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

type Look = "primary" | "plain" | "quiet" | "danger";

const LOOKS: Record<Look, string> = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-hover shadow-card",
  plain: "bg-surface text-text border-line-strong hover:bg-hover shadow-card",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-text",
  danger: "bg-surface text-bad border-line-strong hover:bg-bad-tint shadow-card",
};

export const buttonLook = (look: Look = "plain", small = false) =>
  `inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors select-none ` +
  `disabled:opacity-50 disabled:cursor-not-allowed ${small ? "h-6.5 px-2 text-xs" : "h-8 px-3"} ${LOOKS[look]}`;

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  small?: boolean;
  icon?: IconName;
  busy?: boolean;
  children?: ReactNode;
}

export function Button({ look = "plain", small, icon, busy, children, className = "", disabled, ...rest }: Props) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} aria-busy={busy || undefined} className={`${buttonLook(look, small)} ${className}`}>
      {busy ? <Spinner /> : icon && <Icon name={icon} size={small ? 13 : 15} />}
      {children}
    </button>
  );
}

export function IconButton({ label, icon, size = 15, className = "", ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; icon: IconName; size?: number }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-40 ${className}`}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}

export function Spinner({ className = "" }: { className?: string }) {
  return (
    <span
      role="status"
      aria-label="Working"
      className={`inline-block size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  );
}
