/** What `plainwire --help` prints. docs/cli.md says the same at more length. */
export const HELP = `plainwire: talk to a Model Context Protocol server

  plainwire <verb> [words…] -- command args…     a server that is started here
  plainwire <verb> <url> [words…]                a server with an http(s): or ws(s): URL
  plainwire <verb> --server <name> [words…]      a server of the configuration (docs/config.md)

verbs
  inspect                                        who it is and what it offers
  call <tool> [key=value | key:=json | {json}]   call a tool
  read <uri>                                     read a resource
  prompt <name> [key=value…]                     get a prompt
  complete <prompt|template> <arg>=<start> …     suggestions for an argument

  plainwire servers                              the servers of the configuration, and whether they work
  plainwire tools | resources | prompts [server] what they offer, under which names, with which permissions

  plainwire check [flags] -- command args…       hold a server against the specification (docs/check.md)
  plainwire check --trace trace.jsonl            the same for a recording; --list and --explain <id> tell more

  plainwire record -o trace.jsonl -- command …   write down what passes between a client and a server
  plainwire record -o trace.jsonl <url>          the same over HTTP, at an address of its own (--listen <port>)
  plainwire replay trace.jsonl <url | -- …>      play the client of a recording, tell what the server does differently
  plainwire replay trace.jsonl                   play the server of a recording to whoever connects

  plainwire serve <module> [--http | --stdio]    hand the tools of a module to an agent CLI
  plainwire approve -- claude -p "…"             run an agent, approve its actions in this terminal
  plainwire approve -- codex exec "…"            the same for Codex, through a hook

flags (before \`--\`)
  --json             the whole answer as JSON on standard output
  --revision <date>  speak this protocol revision and no other
  --header 'N: v'    send this HTTP header (repeat)
  --env NAME=value   set this variable for the server (repeat)
  --timeout 30s      for connecting, and for the call (500ms, 30, 30s, 2m)
  --server name      the server of the configuration that is meant
  --config file      read this file in place of ~/.plainwire/mcp.json and .plainwire/mcp.json
  --name N           serve: the name of the server (default: the name of the file)
  -v, --verbose      show the wire on standard error, secrets redacted
  --version, --help

exit codes
  0 done   1 the tool reports an error   2 usage   3 could not connect
  4 the server broke the protocol or refused   5 timed out   130 interrupted

example
  plainwire call echo message=hi -- npx -y @modelcontextprotocol/server-everything
`;
