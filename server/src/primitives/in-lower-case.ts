/** A status as it stands in the name of a kind. */
export const inLowerCase = <Status extends string>(status: Status) =>
  status.toLowerCase() as Lowercase<Status>
