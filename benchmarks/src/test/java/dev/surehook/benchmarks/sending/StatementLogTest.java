package dev.surehook.benchmarks.sending;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatementLogTest {
    private static final String BEGIN = "<ours>LOG:  execute <unnamed>: BEGIN";
    private static final String INSERT = "<ours>LOG:  execute S_1: insert into t values ($1, $2)";

    @Test
    void countsTheStatementsOfOneDatabaseByTheirText() {
        StatementLog log = StatementLog.of(
                Stream.of(
                        BEGIN,
                        INSERT,
                        "<ours>DETAIL:  parameters: $1 = '1', $2 = '2'",
                        "<theirs>LOG:  execute S_1: insert into t values ($1, $2)",
                        "\tgoes on with select 1",
                        "<ours>LOG:  execute S_2: COMMIT",
                        "<ours>LOG:  statement: select 1",
                        "<>LOG:  checkpoint starting: time"),
                "ours");

        assertThat(log.counts())
                .isEqualTo(Map.of("BEGIN", 1L, "insert into t values (?)", 1L, "COMMIT", 1L, "select 1", 1L));
        assertThat(log.statements()).isEqualTo(2);
    }

    @Test
    void tellsWhatCameSinceAnEarlierState() {
        StatementLog before = StatementLog.of(Stream.of(BEGIN, INSERT), "ours");
        StatementLog after = StatementLog.of(Stream.of(BEGIN, INSERT, INSERT, INSERT), "ours");

        assertThat(after.since(before).counts()).isEqualTo(Map.of("insert into t values (?)", 2L));
        assertThat(after.since(before).table(4)).contains("| `insert into t values (?)` | 0.5000 |");
    }
}
