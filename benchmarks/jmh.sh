#!/bin/sh
# Builds the module and runs its JMH benchmarks: benchmarks/jmh.sh [JMH arguments], e.g. jmh.sh -f 1 Verification
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mvn -q -B -f "$here/../pom.xml" -pl benchmarks -am package -DskipTests
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$here/target/classes:$here/target/lib/*:$here/target/lib-jmh/*" \
    org.openjdk.jmh.Main "$@"
