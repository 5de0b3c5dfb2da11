package dev.surehook.benchmarks.handled.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What db-scheduler keeps its tasks in. */
public final class DbSchedulerTable {
    private static final String TABLE = """
            create table if not exists scheduled_tasks (
                task_name text not null,
                task_instance text not null,
                task_data bytea,
                execution_time timestamp with time zone,
                picked boolean not null,
                picked_by text,
                last_success timestamp with time zone,
                last_failure timestamp with time zone,
                consecutive_failures int,
                last_heartbeat timestamp with time zone,
                version bigint not null,
                priority smallint,
                state text,
                primary key (task_name, task_instance)
            );
            create index if not exists execution_time_idx on scheduled_tasks (execution_time);
            create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat);
            """;

    private DbSchedulerTable() {}

    /** Makes it where it is missing. */
    public static void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
    }
}
