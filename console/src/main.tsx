import '@mantine/core/styles.css';
import 'virtual:theme.css';
import './inter.css';
import './bar.css';
import './console.css';
import './frame/frame.css';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

import { caseOfAddress } from './case_of_address';
import { keepFocus } from './focus/keeper';
import { linkToJoin, linkToUnsubscribe } from './link_of_address';
import { queries } from './queries';
import { router } from './router';
import { TextsProvider } from './texts/texts';
import { theme } from './theme';

const LinkedCase = lazy(() => import('./pages/linked_case'));
const Join = lazy(() => import('./pages/join'));
const Unsubscribe = lazy(() => import('./pages/unsubscribe'));
const linked = caseOfAddress();
const joining = linkToJoin();
const unsubscribing = linkToUnsubscribe();
const root = document.getElementById('console');
if (root) {
  keepFocus(root, router);
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
            <Suspense>
              {linked ? (
                <LinkedCase to={linked} />
              ) : joining ? (
                <Join link={joining} />
              ) : unsubscribing ? (
                <Unsubscribe link={unsubscribing} />
              ) : (
                <RouterProvider router={router} />
              )}
            </Suspense>
          </QueryClientProvider>
        </TextsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
