package dev.hyperterse.testbed.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class MariaDbServerIT {
    @Test
    void aDatabaseOfOneTestClassIsEmpty(MariaDbDatabase database) {
        assertThat(database.query("SELECT count(*) FROM information_schema.tables WHERE table_schema = database()"))
                .isEqualTo("0");
    }

    @Test
    void dataSurvivesARestartAndConnectionsDoNot(MariaDbServer server) throws SQLException {
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
    void aPausedServerAnswersOnlyAfterItIsResumed(MariaDbServer server) throws Exception {
        var database = server.createDatabase();
        server.pause();
        var answer = Thread.ofVirtual().start(() -> database.query("SELECT 1"));
        assertThat(answer.join(Duration.ofMillis(300))).isFalse();
        server.resume();
        answer.join();
    }

    @Test
    void aWrongPasswordIsRefused(MariaDbDatabase database) {
        var intruder = database.as(MariaDbServer.SUPERUSER, "wrong");
        assertThatThrownBy(() -> intruder.connect().close()).hasMessageContaining("Access denied");
    }
}
