import type { Draft, EvidencePlace } from "../../model/report.js";

type Evidence = Draft["evidence"];

/** So many interceptors are named, the commonest: whoever writes a log may make up thousands. */
const MOST_INTERCEPTORS = 16;

/**
 * The evidence of a draft as the state holds it: ids as `stored` has them, which shortens those that are long. One draft must
 * not take the room of all others.
 */
export function storedEvidence(evidence: Evidence, stored: (id: string) => string): Evidence {
  const { sessions, interceptors, newest } = evidence;
  const names = Object.keys(interceptors);
  const isShort = names.length <= MOST_INTERCEPTORS && [...sessions, ...names].every((id) => stored(id) === id);
  const shownNewest = storedPlaces(newest, stored);
  if (isShort && shownNewest === newest) return evidence;
  return {
    ...evidence,
    sessions: sessions.map(stored),
    interceptors: commonest(interceptors, stored),
    newest: shownNewest,
  };
}

/** The same, of places. */
export function storedPlaces(
  places: readonly EvidencePlace[],
  stored: (id: string) => string,
): readonly EvidencePlace[] {
  const isShort = places.every(({ session_id: id }) => id === null || stored(id) === id);
  if (isShort) return places;
  return places.map((place) =>
    place.session_id === null ? place : { ...place, session_id: stored(place.session_id) },
  );
}

function commonest(interceptors: Evidence["interceptors"], stored: (id: string) => string): Evidence["interceptors"] {
  const sorted = Object.entries(interceptors).toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.slice(0, MOST_INTERCEPTORS).map(([name, count]) => [stored(name), count]));
}
