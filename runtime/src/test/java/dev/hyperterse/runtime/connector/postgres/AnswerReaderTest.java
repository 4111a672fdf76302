package dev.hyperterse.runtime.connector.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.Oid;

/** What is made of the engine's messages, however they arrive and whatever they are. */
class AnswerReaderTest {
    private static final int LONGEST = 100_000;
    private static final int MAX_ROWS = 3;
    private static final String ROWS = "[{\"id\":7,\"name\":\"a\\\"b\"},{\"id\":8,\"name\":null}]";

    private final BufferBudget budget = new BufferBudget(1024 * 1024);
    private final SharedStatement statement = new SharedStatement("shared_1");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 11, 64, 100_000})
    void messagesMayArriveInPiecesOfAnySize(int piece) throws IOException {
        var answers = new Messages().described().row("7", "a\"b").row("8", null).done();
        answers.described().row("7", "a\"b").row("8", null).done();
        var reader = new AnswerReader(new Pieces(answers.bytes(), piece), LONGEST);
        assertThat(read(reader)).isEqualTo(ROWS);
        assertThat(read(reader)).isEqualTo(ROWS);
        assertThat(reader.clean()).isTrue();
    }

    @Test
    void noRowsAreAnEmptyList() throws IOException {
        assertThat(read(reader(new Messages().described().done()))).isEqualTo("[]");
    }

    @Test
    void aRowThatIsLongerThanTheBufferIsRead() throws IOException {
        var text = "x".repeat(50_000);
        var messages = new Messages().described().row("1", text).done();
        assertThat(read(reader(messages))).isEqualTo("[{\"id\":1,\"name\":\"" + text + "\"}]");
    }

    @Test
    void anErrorIsLeftToACallThatRunsAlone() throws IOException {
        var messages = new Messages()
                .described()
                .row("7", "a")
                .message('E', "SERROR\0")
                .done();
        assertThat(read(reader(messages))).isEqualTo("refused");
    }

    @Test
    void rowsOfAnUnknownTypeAreLeftToACallThatRunsAlone() throws IOException {
        var messages =
                new Messages().described(Oid.INT4, Oid.POINT).row("7", "(1,2)").done();
        assertThat(read(reader(messages))).isEqualTo("refused");
    }

    @Test
    void moreRowsThanAllowedFailTheCallAndLeaveTheConnectionUsable() throws IOException {
        var messages = new Messages().described();
        for (var row = 0; row <= MAX_ROWS; row++) {
            messages.row("7", "a\"b");
        }
        var reader = reader(
                messages.done().described().row("7", "a\"b").row("8", null).done());
        assertThatThrownBy(() -> read(reader))
                .isInstanceOf(CallFailure.class)
                .hasMessage("the statement returns more than 3 rows");
        assertThat(read(reader)).isEqualTo(ROWS);
    }

    @Test
    void anAnswerThatNobodyWaitsForTouchesNoBuffer() throws IOException {
        var reader = reader(new Messages().described().row("7", "a").done());
        try (var out = budget.open(1000)) {
            var call = new SharedCall(statement, out, MAX_ROWS, 0, false);
            call.become(SharedCall.State.GONE);
            reader.receive();
            assertThat(reader.read(call)).isTrue();
            call.complete(1, 0);
            assertThat(out.size()).isZero();
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void aChangedSettingOfTheSessionMakesTheConnectionUselessForThoseWhoComeNext() throws IOException {
        var messages = new Messages()
                .described()
                .row("7", "a")
                .message('S', "TimeZone\0Asia/Tokyo\0")
                .done();
        assertThatThrownBy(() -> read(reader(messages))).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SERROR.VERROR.C57014.Mcanceling statement. | 57014
            C22012..                                   | 22012
            SERROR.C57014                              | 57014
            SERROR.MCanceled..                         | ``
            .                                          | ``
            ``                                         | ``
            """)
    void theStateOfAnErrorIsRead(String fields, String state) throws IOException {
        var messages = new Messages().message('E', fields.replace('.', '\0')).message('Z', "I");
        var reader = reader(messages);
        try (var out = budget.open(1000)) {
            var call = new SharedCall(statement, out, MAX_ROWS, 0, false);
            reader.receive();
            assertThat(reader.read(call)).isTrue();
            assertThat(call.refused()).isTrue();
            assertThat(call.sqlState()).isEqualTo(state);
        }
    }

    @Test
    void whatFollowsTheLastAnswerIsNoticed() throws IOException {
        var reader = reader(new Messages().described().done().message('N', "SNOTICE\0"));
        read(reader);
        assertThat(reader.clean()).isFalse();
    }

    @Test
    void aTransactionThatIsLeftOpenMakesTheConnectionUseless() throws IOException {
        var messages = new Messages().described().message('Z', "T");
        assertThatThrownBy(() -> read(reader(messages))).isInstanceOf(IOException.class);
    }

    @Test
    void anEndInTheMiddleIsALostConnection() throws IOException {
        var whole = new Messages().described().row("7", "a\"b").done().bytes();
        for (var length = 0; length < whole.length; length++) {
            var part = new AnswerReader(new ByteArrayInputStream(whole, 0, length), LONGEST);
            assertThatThrownBy(() -> read(part)).isInstanceOf(EOFException.class);
        }
    }

    /** Flips, drops and repeats bytes: each time there are rows, a refusal or a useless connection, and nothing else. */
    @Test
    void damagedAnswersEndTheConnectionOrTheCallAndNothingElse() throws IOException {
        var whole = new Messages()
                .described()
                .row("7", "a\"b")
                .row("8", null)
                .done()
                .bytes();
        var random = new Random(7);
        var useless = 0;
        for (var number = 0; number < 20_000; number++) {
            var damaged = whole.clone();
            for (var change = random.nextInt(3); change >= 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            var from = random.nextInt(10) == 0 ? random.nextInt(damaged.length) : 0;
            var reader = new AnswerReader(new ByteArrayInputStream(damaged, from, damaged.length - from), LONGEST);
            try {
                read(reader);
            } catch (IOException | IndexOutOfBoundsException | CallFailure expected) {
                useless++;
            }
            assertThat(budget.used()).isZero();
        }
        assertThat(useless).isBetween(1, 19_999);
    }

    private static AnswerReader reader(Messages messages) {
        return new AnswerReader(new ByteArrayInputStream(messages.bytes()), LONGEST);
    }

    private String read(AnswerReader reader) throws IOException {
        try (var out = budget.open(200_000)) {
            return read(reader, out);
        }
    }

    private String read(AnswerReader reader, ResultBuffer out) throws IOException {
        var call = new SharedCall(statement, out, MAX_ROWS, 0, false);
        while (!reader.read(call)) {
            reader.receive();
        }
        call.complete(1, 0);
        if (call.refused()) {
            return "refused";
        }
        assertThat(call.rows()).isNotNegative();
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    /** The engine's side of the protocol. */
    private static final class Messages {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Messages described() throws IOException {
            return described(Oid.INT4, Oid.TEXT);
        }

        Messages described(int first, int second) throws IOException {
            message('1', "").message('t', "\0\0");
            var body = new ByteArrayOutputStream();
            var out = new DataOutputStream(body);
            out.writeShort(2);
            column(out, "id", first);
            column(out, "name", second);
            return message('T', body.toByteArray()).message('2', "");
        }

        private static void column(DataOutputStream out, String name, int type) throws IOException {
            out.write(name.getBytes(StandardCharsets.UTF_8));
            out.writeByte(0);
            out.writeInt(0);
            out.writeShort(0);
            out.writeInt(type);
            out.writeShort(-1);
            out.writeInt(-1);
            out.writeShort(0);
        }

        Messages row(String... fields) throws IOException {
            var body = new ByteArrayOutputStream();
            var out = new DataOutputStream(body);
            out.writeShort(fields.length);
            for (var field : fields) {
                if (field == null) {
                    out.writeInt(-1);
                } else {
                    out.writeInt(field.length());
                    out.write(field.getBytes(StandardCharsets.UTF_8));
                }
            }
            return message('D', body.toByteArray());
        }

        Messages done() throws IOException {
            return message('C', "SELECT 2\0").message('Z', "I");
        }

        Messages message(char type, String body) throws IOException {
            return message(type, body.getBytes(StandardCharsets.UTF_8));
        }

        private Messages message(char type, byte[] body) throws IOException {
            var out = new DataOutputStream(bytes);
            out.writeByte(type);
            out.writeInt(4 + body.length);
            out.write(body);
            return this;
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    /** Gives at most so many bytes at a time. */
    private static final class Pieces extends InputStream {
        private final ByteArrayInputStream whole;
        private final int most;

        Pieces(byte[] whole, int most) {
            this.whole = new ByteArrayInputStream(whole);
            this.most = most;
        }

        @Override
        public int read() {
            return whole.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return whole.read(target, offset, Math.min(most, length));
        }
    }
}
