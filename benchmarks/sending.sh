#!/bin/sh
# Builds the benchmarks and compares how webhooks are sent:
# benchmarks/sending.sh [--modes rate,latency,isolation,parked,endpoints,statements] [--events 20000] …
# docs/benchmarks.md explains the arguments. Runs on the Java of JAVA_HOME, else on the one in the PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

mvn -q -B -f "$here/../pom.xml" -pl benchmarks -am package -DskipTests
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx512m -cp "$here/target/classes:$here/target/lib/*:$here/target/lib-jmh/*" \
    dev.surehook.benchmarks.sending.SendingBenchmark --benchmarks "$here" "$@"
