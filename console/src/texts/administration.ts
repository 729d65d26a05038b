import { administrationInEnglish, type AdministrationTexts } from './administration_english';
import { administrationInGerman } from './administration_german';
import { useTexts } from './texts';

const texts = { en: administrationInEnglish, de: administrationInGerman };

/** The texts of the pages for administration. They are apart, so that the first view is small. */
export const useAdministration = (): AdministrationTexts => texts[useTexts().language];
