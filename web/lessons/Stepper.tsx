// Steps through merges: one back, one on, or to any of them.

export interface StepperProps {
  step: number;
  last: number;
  /** Gets the way from the step that was wanted last, which may not be shown yet, to the next one. */
  onGo(next: (step: number) => number): void;
}

export function Stepper({ step, last, onGo }: StepperProps) {
  return (
    <div class="row stepper">
      <button
        type="button"
        aria-label="One merge back"
        aria-disabled={step === 0}
        onClick={() => onGo((step) => Math.max(0, step - 1))}
      >
        ◀ Back
      </button>
      <input
        type="range"
        min="0"
        max={last}
        value={step}
        aria-label="Merges done"
        onInput={({ currentTarget }) => onGo(() => currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        class="primary"
        aria-disabled={step === last}
        onClick={() => onGo((step) => Math.min(last, step + 1))}
      >
        Next merge ▶
      </button>
    </div>
  );
}
