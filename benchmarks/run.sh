#!/bin/sh
# Builds the benchmarks and runs the comparison: benchmarks/run.sh [--scenarios accept,slow-fsync,open-loop,purge,prefilled] …
# docs/benchmarks.md explains the arguments. Runs on the Java of JAVA_HOME, else on the one in the PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

mvn -q -B -f "$here/../pom.xml" -pl benchmarks -am package -DskipTests
if [ ! -d "$here/reference-express/node_modules" ]; then
    (cd "$here/reference-express" && npm ci --no-audit --no-fund)
fi
native=
if "$java" --enable-native-access=ALL-UNNAMED -version >/dev/null 2>&1; then
    native=--enable-native-access=ALL-UNNAMED
fi
exec "$java" $native -Xmx512m -cp "$here/target/classes:$here/target/lib/*:$here/target/lib-jmh/*" \
    dev.surehook.benchmarks.AcceptBenchmark --benchmarks "$here" "$@"
