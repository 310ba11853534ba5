import { useSyncExternalStore } from "react";
import { live, type LiveStatus } from "./stream";

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.subscribe, live.snapshot);
}
