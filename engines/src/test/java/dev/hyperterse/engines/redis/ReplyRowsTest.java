package dev.hyperterse.engines.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies byte by byte; line ends are written as ^. */
class ReplyRowsTest {
    private final BufferBudget budget = new BufferBudget(1024 * 1024);

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
                    _^ ; [{"value":null}]
                    $-1^ ; [{"value":null}]
                    *-1^ ; [{"value":null}]
                    $0^^ ; [{"value":""}]
                    *0^ ; []
                    %0^ ; []
                    +OK^ ; [{"value":"OK"}]
                    +^ ; [{"value":""}]
                    :-9223372036854775808^ ; [{"value":-9223372036854775808}]
                    #f^ ; [{"value":false}]
                    ~2^:1^:1^ ; [{"value":1},{"value":1}]
                    %1^,1.5^:2^ ; [{"1.5":2}]
                    %2^#t^_^$1^k^*0^ ; [{"t":null,"k":[]}]
                    !7^ERR_bad^ ; ERR_bad
                    *1^!5^ERR_x^ ; [{"value":{"error":"the_engine_refused_the_command_(ERR_x)"}}]
                    ,-inf^ ; [{"value":null}]
                    ,inf^ ; [{"value":null}]
                    ,nan^ ; [{"value":null}]
                    ,-0^ ; [{"value":0}]
                    ,1e+300^ ; [{"value":1E+300}]
                    (-123456789012345678901234567890^ ; [{"value":-123456789012345678901234567890}]
                    =5^txt:a^ ; [{"value":"a"}]
                    *2^:1^-ERR_x^ ; [{"value":1},{"value":{"error":"the_engine_refused_the_command_(ERR_x)"}}]
                    *1^*2^:1^*0^ ; [{"value":[1,[]]}]
                    *1^%1^:1^~1^#t^ ; [{"value":{"1":[true]}}]
                    *1^%0^ ; [{"value":{}}]
                    |1^+k^+v^:1^ ; [{"value":1}]
                    >1^+message^:7^ ; [{"value":7}]
                    """)
    void everyTypeIsWritten(String reply, String rows) throws IOException {
        assertThat(written(reply.strip().replace("^", "\r\n")).replace(' ', '_'))
                .isEqualTo(rows.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"?^", "*x^", "$-2^", ":1x^", ",x^", "*1^%1^*0^:1^", "$?^", "HTTP/1.1 400^", "=2^ab^"})
    void malformedReplyEndsTheConnection(String reply) {
        assertThatThrownBy(() -> written(reply.replace("^", "\r\n"))).isInstanceOf(IOException.class);
    }

    @Test
    void overlyNestedReplyEndsTheConnection() {
        assertThatThrownBy(() -> written("*1\r\n".repeat(10_000))).isInstanceOf(UnexpectedReply.class);
        assertThatThrownBy(() -> written("|1\r\n".repeat(10_000))).isInstanceOf(IOException.class);
    }

    @Test
    void oversizedValueIsNotRead() {
        assertThatThrownBy(() -> written("$536870912\r\n"))
                .isInstanceOf(CallFailure.class)
                .hasMessage("the result is larger than 65536 bytes");
        assertThat(budget.used()).isZero();
    }

    @Test
    void valuesDoNotDependOnThePiecesInWhichTheyArrive() throws IOException {
        for (var length : new int[] {1, 100, 16 * 1024, 16 * 1024 + 1, 40_000}) {
            var value = "ab\u00e4c".repeat(length / 4);
            var reply = "*2\r\n$" + value.getBytes(StandardCharsets.UTF_8).length + "\r\n" + value + "\r\n:1\r\n";
            assertThat(written(reply)).isEqualTo("[{\"value\":\"" + value + "\"},{\"value\":1}]");
        }
    }

    private String written(String reply) throws IOException {
        try (var out = budget.open(64 * 1024);
                var memory = out.reservation()) {
            var rows = new ReplyRows(new ReplyInput(inPieces(reply)), 1000, memory, out);
            var error = rows.write();
            return error.map(ErrorReply::code).orElseGet(() -> new String(out.toByteArray(), StandardCharsets.UTF_8));
        }
    }

    private static InputStream inPieces(String reply) {
        return new FilterInputStream(new ByteArrayInputStream(reply.getBytes(StandardCharsets.UTF_8))) {
            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                return super.read(target, from, Math.min(length, 7));
            }
        };
    }
}
