/** The cache of all reads. A read refused for its frequency waits as long as it was told to. */
import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./http";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, fault) => worthRetrying(fault) && count < 4,
      retryDelay: (count, fault) =>
        fault instanceof Problem && fault.retryAfterS ? fault.retryAfterS * 1_000 : Math.min(8_000, 500 * 2 ** count),
    },
    mutations: { retry: false },
  },
});

function worthRetrying(fault: unknown): boolean {
  return !(fault instanceof Problem) || fault.status === 0 || fault.status === 429 || fault.status >= 500;
}
