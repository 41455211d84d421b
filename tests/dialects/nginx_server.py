"""nginx for a test: one process, with all of its files in the test's own folder."""

import shutil

from server import Server

# What is refused is told the log by a notice, and what is delayed one level below.
CONFIG = '''
daemon off;
master_process off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{
  worker_connections 512;
  multi_accept on;
}}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  keepalive_requests 100000;
  limit_req_status 429;
  limit_req_log_level notice;
  include limits.conf;
}}
'''


def nginx_server(folder, limits):
    """By what stands in `http`, which is put into limits.conf; its nginx.conf includes that."""
    (folder / 'nginx.conf').write_text(CONFIG.format(folder=folder))
    (folder / 'limits.conf').write_text(limits)
    nginx = shutil.which('nginx', path='/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin')
    return Server([nginx, '-p', str(folder), '-c', str(folder / 'nginx.conf')], folder / 'socket', folder / 'nginx.log')
