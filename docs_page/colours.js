// Light or dark, as the console has kept it, or else as the browser asks. Runs before the page is drawn.
'use strict';

(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  function takeColours() {
    const chosen = localStorage.getItem('mantine-color-scheme-value');
    const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
    document.documentElement.classList.toggle('dark-mode', isDark);
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  }
  takeColours();
  dark.addEventListener('change', takeColours);
})();
