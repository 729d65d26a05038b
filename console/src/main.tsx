import '@mantine/core/styles.css';
import 'virtual:theme.css';
import './console.css';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { queries } from './queries';
import { router } from './router';
import { TextsProvider } from './texts/texts';
import { theme } from './theme';

const root = document.getElementById('console');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <TextsProvider>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </TextsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
