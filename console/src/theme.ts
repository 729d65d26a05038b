// The only place for colours, letters and spacing. The build makes a style sheet of it.
import {
  createTheme,
  type ConvertCSSVariablesInput,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#eaf4f6', '#d5e7eb', '#a8cdd6', '#79b3c0', '#539dae',
  '#3a8fa2', '#2a859a', '#176d82', '#065d71', '#004d5f',
];

/** Mantine derives its dark backgrounds and lines from these. */
const dark: MantineColorsTuple = [
  '#dfe5e8', '#b9c3c8', '#9aa6ad', '#6b777e', '#3b464c',
  '#2c353a', '#1e262b', '#161b1e', '#101417', '#0b0e10',
];

const letters = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: letters,
  fontFamilyMonospace: "ui-monospace, 'Liberation Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontFamily: letters,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
});

/** Colours in addition to Mantine's: backgrounds, lines, statuses and series. */
export const colours = (of: MantineTheme): ConvertCSSVariablesInput => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2226',
    '--mantine-color-dimmed': '#566168',
    '--mantine-color-placeholder': '#6b757b',
    '--mantine-color-error': '#a8231f',
    '--mantine-color-anchor': of.colors['petrol']?.[7] ?? '',
    '--tp-ground': '#f5f7f8',
    '--tp-focus': of.colors['petrol']?.[7] ?? '',
    '--tp-line': '#dde3e6',
    '--tp-hover': '#eef4f6',
    '--tp-good': '#1a6b3c',
    '--tp-bad': '#a8231f',
    '--tp-danger': '#a8231f',
    '--tp-marked': '#fdeceb',
    '--tp-waiting': '#7a5200',
    '--tp-quiet': '#566168',
    '--tp-series-1': '#176d82',
    '--tp-series-2': '#b35c00',
    '--tp-series-3': '#6a4fb3',
    '--tp-series-4': '#3f7d20',
    '--tp-series-5': '#b0306a',
  },
  dark: {
    '--mantine-color-body': '#161b1e',
    '--mantine-color-text': '#dfe5e8',
    '--mantine-color-dimmed': '#9aa6ad',
    '--mantine-color-placeholder': '#8b979e',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-anchor': of.colors['petrol']?.[3] ?? '',
    '--tp-ground': '#101417',
    '--tp-focus': of.colors['petrol']?.[3] ?? '',
    '--tp-line': '#2c353a',
    '--tp-hover': '#1e262b',
    '--tp-good': '#6fcf97',
    '--tp-bad': '#ff8f87',
    '--tp-danger': '#b3302b',
    '--tp-marked': '#43211f',
    '--tp-waiting': '#e5b95c',
    '--tp-quiet': '#9aa6ad',
    '--tp-series-1': '#53b5c9',
    '--tp-series-2': '#f0a35e',
    '--tp-series-3': '#b7a2f2',
    '--tp-series-4': '#9ccc74',
    '--tp-series-5': '#f08fb8',
  },
});
