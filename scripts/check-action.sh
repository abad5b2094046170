# The body of action.yml: runs `plainwire check`, writes the reports and the summary of the job, and passes the exit code on.
set -u

fail() {
  echo "::error::$1"
  exit 2
}

if [ -z "$CHECK_COMMAND" ] && [ -z "$CHECK_URL" ]; then fail 'Give one of the inputs `command` and `url`.'; fi
if [ -n "$CHECK_COMMAND" ] && [ -n "$CHECK_URL" ]; then fail 'Give only one of the inputs `command` and `url`.'; fi

mkdir -p "$CHECK_REPORT_DIR" || fail "The folder $CHECK_REPORT_DIR cannot be made."

if [ -n "$CHECK_EXECUTABLE" ]; then plainwire=("$CHECK_EXECUTABLE"); else plainwire=(npx --yes "plainwire@$CHECK_VERSION"); fi

flags=()
while IFS= read -r flag; do
  if [ -n "$flag" ]; then flags+=("$flag"); fi
done <<<"$CHECK_FLAGS"
if [ "$CHECK_STRICT" = true ]; then flags+=(--strict); fi
if [ -n "$CHECK_BASELINE" ]; then flags+=(--baseline "$CHECK_BASELINE"); fi

reports=(
  --format json --out "$CHECK_REPORT_DIR/report.json"
  --format junit --out "$CHECK_REPORT_DIR/report.xml"
  --format html --out "$CHECK_REPORT_DIR/report.html"
  --format sarif --out "$CHECK_REPORT_DIR/report.sarif"
  --format markdown --out "$CHECK_REPORT_DIR/report.md"
)

# What a server says is printed, and must not be taken for commands to the runner, which begin with `::`.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
if [ -n "$CHECK_URL" ]; then
  "${plainwire[@]}" check ${flags[@]+"${flags[@]}"} "${reports[@]}" "$CHECK_URL"
else
  # The shell gives way to the server, so that signals and the end of input reach it.
  "${plainwire[@]}" check ${flags[@]+"${flags[@]}"} "${reports[@]}" -- bash -c "exec $CHECK_COMMAND"
fi
code=$?
echo "::$token::"

# GitHub takes no more than 1 MiB.
if [ -f "$CHECK_REPORT_DIR/report.md" ]; then
  head -c 1000000 "$CHECK_REPORT_DIR/report.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
{
  echo "report-dir=$CHECK_REPORT_DIR"
  echo "exit-code=$code"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
