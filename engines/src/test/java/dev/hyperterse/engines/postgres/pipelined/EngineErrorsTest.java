package dev.hyperterse.engines.postgres.pipelined;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.postgres.wire.message.ServerError;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineErrorsTest {
    /** A function can raise any code with a hint of its own, which may quote rows. */
    @ParameterizedTest
    @CsvSource({
        "42703, errorMissingColumn, 'column x does not exist; Perhaps you meant y. (SQLSTATE 42703)'",
        "42883, ParseFuncOrColumn, 'column x does not exist; Perhaps you meant y. (SQLSTATE 42883)'",
        "42703, exec_stmt_raise, column x does not exist (SQLSTATE 42703)",
        "22012, errorMissingColumn, column x does not exist (SQLSTATE 22012)"
    })
    void suggestionOfTheParserIsPassedOnAndNoOtherHint(String code, String routine, String message) {
        var fields = "C%s\0Mcolumn x does not exist\0HPerhaps you meant y.\0R%s\0\0"
                .formatted(code, routine)
                .getBytes(StandardCharsets.UTF_8);

        assertThat(EngineErrors.failure(ServerError.of(fields, 0, fields.length)))
                .hasMessage(message);
    }
}
