package dev.hyperterse.calls.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** Rows whose second column has its last four characters shown, and whose third is null. */
class MaskedRowsTest {
    private static final String MASKED =
            "[{\"id\":1,\"phone\":\"****\\\"678\",\"note\":null},{\"id\":2,\"phone\":\"****\",\"note\":null}]";

    private final ResultBuffer out = new BufferBudget(1 << 20).open(1 << 20);
    private final AtomicInteger changes = new AtomicInteger();

    @BeforeEach
    void mask() {
        out.rowMask(Optional.of(new MaskedColumns(
                List.of(
                        new MaskedColumns.Column(Optional.of("id"), Optional.empty()),
                        new MaskedColumns.Column(Optional.empty(), Optional.of(Treatment.LastFour)),
                        new MaskedColumns.Column(Optional.empty(), Optional.of(Treatment.SetNull))),
                _ -> Optional.empty(),
                changes::incrementAndGet)));
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreMaskedInEveryForm(Form form) {
        out.form(form);
        writeBoth();

        assertThat(json(form)).isEqualTo(MASKED);
    }

    /** As a connector does whose connection breaks within a row. */
    @ParameterizedTest
    @EnumSource
    void rowsOfASecondAttemptAreMasked(Form form) {
        out.form(form);
        var mark = out.size();
        var broken = new RowArray(out, 10);
        first(broken);
        broken.beginRow();
        out.json('{').quoted("id");
        out.resetTo(mark);

        writeBoth();

        assertThat(json(form)).isEqualTo(MASKED);
    }

    /** As an encoder does that cannot read a value the way it began. */
    @ParameterizedTest
    @EnumSource
    void cellWrittenTwiceIsMasked(Form form) {
        out.form(form);
        var rows = new RowArray(out, 10);
        rows.beginRow();
        out.json('{')
                .quoted("id")
                .json(':')
                .ascii("1")
                .json(',')
                .quoted("phone")
                .json(':');
        var cell = out.size();
        out.json('[').quoted("12345");
        out.resetTo(cell);
        out.quoted("12345\"678").json(',').quoted("note").json(':').quoted("secret");
        rows.endRow(3);
        second(rows);
        rows.end();

        assertThat(json(form)).isEqualTo(MASKED);
    }

    /** The form of the result is there again behind a row that is left out. */
    @ParameterizedTest
    @EnumSource
    void rowsThatAreLeftOutLeaveTheRestReadable(Form form) {
        out.form(form);
        out.rowLimit(new RowLimit(10, true));
        var rows = new RowArray(out, 10);
        first(rows);
        rows.beginRow();
        out.json('{').quoted("id").json(':').quoted("x".repeat(100));
        rows.leaveOut(new ResultTooLarge(100));
        rows.end();

        assertThat(json(form)).isEqualTo(MASKED.substring(0, MASKED.indexOf(",{")) + "]");
    }

    @Test
    void rowOfOtherColumnsIsNotShown() {
        var rows = new RowArray(out, 10);
        first(rows);
        rows.beginRow();
        out.json('{')
                .quoted("id")
                .json(':')
                .ascii("1")
                .json(',')
                .quoted("email")
                .json(':')
                .quoted("a@b.c");
        out.json(',').quoted("note").json(':').quoted("secret");
        assertThatThrownBy(() -> rows.endRow(3)).isInstanceOf(CallFailure.class).hasMessageContaining("other columns");
        assertThat(changes).hasValue(1);
        assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).doesNotContain("a@b.c", "secret");
    }

    @Test
    void rowOfFewerColumnsIsNotShown() {
        var rows = new RowArray(out, 10);
        rows.beginRow();
        out.json('{').quoted("id").json(':').ascii("1");
        assertThatThrownBy(() -> rows.endRow(1)).isInstanceOf(CallFailure.class);
        assertThat(changes).hasValue(1);
    }

    private void writeBoth() {
        var rows = new RowArray(out, 10);
        first(rows);
        second(rows);
        rows.end();
    }

    private void first(RowArray rows) {
        row(rows, "1", "12345\"678");
    }

    private void second(RowArray rows) {
        row(rows, "2", "1234567");
    }

    private void row(RowArray rows, String id, String phone) {
        assertThat(rows.beginRow()).isTrue();
        out.json('{')
                .quoted("id")
                .json(':')
                .ascii(id)
                .json(',')
                .quoted("phone")
                .json(':')
                .quoted(phone);
        out.json(',').quoted("note").json(':').quoted("secret");
        rows.endRow(3);
    }

    private String json(Form form) {
        var written = new String(out.toByteArray(), StandardCharsets.UTF_8);
        return form == Form.PLAIN ? written : JsonMapper.shared().readValue('"' + written + '"', String.class);
    }
}
