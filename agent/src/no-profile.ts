/** What is told of the managed profile where there is none; none is read yet. */
export const NO_PROFILE = { profile_id: null, profile_version: null, managed: false } as const;
