/**
 * A person's session may read a hundred times a minute. Background refreshes take at most a part of that, and slow down
 * before it is used up, so that a click is never refused because of them.
 */
export class Budget {
  private left: number;
  private at: number;

  constructor(
    private readonly perMinute = 45,
    private readonly now: () => number = Date.now,
  ) {
    this.left = perMinute;
    this.at = now();
  }

  take(): void {
    this.refill();
    this.left -= 1;
  }

  /** The least time between two refreshes of the same thing, the longer the less is left. */
  gapMs(): number {
    this.refill();
    const share = this.left / this.perMinute;
    if (share > 0.6) return 800;
    if (share > 0.3) return 2_500;
    return share > 0.05 ? 6_000 : 15_000;
  }

  private refill(): void {
    const now = this.now();
    this.left = Math.min(this.perMinute, this.left + ((now - this.at) / 60_000) * this.perMinute);
    this.at = now;
  }
}
