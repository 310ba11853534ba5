import { createContext, useContext, useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from "react";

const box =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 text-text shadow-card focus:border-accent focus:outline-2 focus:outline-accent/30 disabled:opacity-60 aria-invalid:border-bad";

interface Named {
  id: string;
  describedBy?: string;
  invalid: boolean;
}
const Place = createContext<Named | null>(null);

/** Label, hint and fault around one input, tied together for everybody who cannot see that they are. */
export function Field({ label, hint, fault, children, className = "" }: {
  label: ReactNode; hint?: ReactNode; fault?: string; children: ReactNode; className?: string;
}) {
  const id = useId();
  const says = fault || hint ? `${id}-says` : undefined;
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs font-medium">{label}</label>
      <Place.Provider value={{ id, describedBy: says, invalid: Boolean(fault) }}>{children}</Place.Provider>
      {says && (
        <p id={says} role={fault ? "alert" : undefined} className={`mt-1 text-xs ${fault ? "text-bad" : "text-muted"}`}>{fault || hint}</p>
      )}
    </div>
  );
}

function useNamed() {
  const place = useContext(Place);
  return place ? { id: place.id, "aria-describedby": place.describedBy, "aria-invalid": place.invalid || undefined } : {};
}

export function Input({ className = "", ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input {...useNamed()} {...rest} className={`${box} h-8 ${className}`} />;
}
export function TextArea({ className = "", ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...useNamed()} {...rest} className={`${box} py-1.5 ${className}`} />;
}
export function Select({ className = "", children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...useNamed()} {...rest} className={`${box} h-8 pr-7 ${className}`}>{children}</select>;
}

export function Check({ label, hint, ...rest }: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" {...rest} className="mt-[3px] size-3.5 shrink-0 accent-accent" />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}

/** A few choices side by side. */
export function Choice<Value extends string>({ label, value, options, onChange }: {
  label: string; value: Value; options: readonly (readonly [Value, ReactNode])[]; onChange: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={label} className="inline-flex flex-wrap rounded-md border border-line-strong bg-sunken p-0.5">
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className="h-6.5 rounded px-2.5 text-xs font-medium text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-card dark:aria-pressed:bg-line-strong"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
