package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.TimeLimit;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MysqlFailureTest {
    @Test
    void missingRightDoesNotNameTheAccountOrItsAddress() {
        var failure = new SQLException(
                "(conn=7) SELECT command denied to user 'app'@'10.0.0.1' for table `shop`.`item`", "42000", 1142);
        assertThat(MysqlFailure.ofCall(failure, TimeLimit.ofStatement(1_000)).getMessage())
                .isEqualTo("SELECT command denied to user of this adapter for table `shop`.`item` (SQLSTATE 42000)");
    }

    @ParameterizedTest
    @CsvSource({
        "1054, 42S22, true",
        "1064, 42000, true",
        "1142, 42000, true",
        "1295, HY000, true",
        "1226, 42000, false",
        "1461, 42000, false",
        "1205, HY000, false",
        "2006, 08000, false"
    })
    void limitOfTheAccountIsNotAnErrorOfTheStatement(int code, String state, boolean ofStatement) {
        assertThat(MysqlFailure.isOfStatement(new SQLException("words", state, code)))
                .isEqualTo(ofStatement);
    }
}
