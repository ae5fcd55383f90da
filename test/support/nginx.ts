/** Configuration of Debian's nginx for WebDAV uploads, as in the guide. */

/** `admin:secret` in a password file. */
export const PASSWORDS = 'admin:{PLAIN}secret\n';

export interface NginxPlace {
  /** For its own files and `passwords`. */
  readonly folder: string;
  readonly root: string;
  readonly port: number;
  /** Additional settings for the http block and the server block. */
  readonly http: string;
  readonly server: string;
}

/** Files are below `/tonight/`. */
export function webDavConfiguration({ folder, root, port, http, server }: NginxPlace): string {
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  types { text/html html; text/css css; text/javascript js; application/json json; image/png png; image/svg+xml svg; }
  ${http}
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/t1; fastcgi_temp_path ${folder}/t2; uwsgi_temp_path ${folder}/t3; scgi_temp_path ${folder}/t4;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${server}
    location /tonight/ {
      index index.html;
      dav_methods PUT DELETE MKCOL;
      create_full_put_path on;
      client_max_body_size 1m;
      add_header Cache-Control "public, max-age=4";
      limit_except GET HEAD { auth_basic deckcast; auth_basic_user_file ${folder}/passwords; }
    }
  }
}`;
}
