/** Apart from the texts of the page, which the header must not load. */
export const bellTexts = { inHeader: 'Mitteilungen', atBreaking: 'Eilmeldungen aufs Gerät' }
