package dev.hyperterse.testbed.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.TestbedException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.TestAbortedException;

@ExtendWith(Postgres.class)
class PostgresServerIT {
    @Test
    void aDatabaseOfOneTestClassIsEmpty(PostgresDatabase database) {
        assertThat(database.query("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"))
                .isEqualTo("0");
    }

    @Test
    void dataSurvivesARestartAndConnectionsDoNot(PostgresServer server) throws SQLException {
        var database = server.createDatabase();
        database.execute("CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (7)");
        try (var connection = database.connect()) {
            server.stop();
            assertThat(connection.isValid(1)).isFalse();
            assertThatThrownBy(() -> database.connect().close()).isInstanceOf(SQLException.class);
        }
        server.start();
        assertThat(database.query("SELECT id FROM kept")).isEqualTo("7");
    }

    @Test
    void aPausedServerAnswersOnlyAfterItIsResumed(PostgresServer server) throws Exception {
        var database = server.createDatabase();
        server.pause();
        var answer = Thread.ofVirtual().start(() -> database.query("SELECT 1"));
        assertThat(answer.join(Duration.ofMillis(300))).isFalse();
        server.resume();
        answer.join();
    }

    @Test
    void aWrongPasswordIsRefused(PostgresDatabase database) {
        var intruder = database.as(PostgresServer.SUPERUSER, "wrong");
        assertThatThrownBy(() -> intruder.connect().close()).hasMessageContaining("password authentication failed");
    }

    @Test
    void whatIsRequiredFailsAndWhatIsNotIsSkipped() {
        var impossible = new TestbedException("no engine here");
        assertThatThrownBy(() -> Requirement.fulfil(failing(impossible), true)).isSameAs(impossible);
        assertThatThrownBy(() -> Requirement.fulfil(failing(impossible), false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("no engine here");
    }

    private static Supplier<Object> failing(TestbedException failure) {
        return () -> {
            throw failure;
        };
    }
}
