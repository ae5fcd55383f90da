import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import LiveLook from './LiveLook.vue';
import LookChooser from './LookChooser.vue';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads the theme from it.
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () => h(LiveLook, { look: 'default' }),
    }),
  enhanceApp({ app }) {
    app.component('LookChooser', LookChooser);
  },
};
