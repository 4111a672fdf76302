package dev.hyperterse.engines.mysql.rows;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowArray;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.function.BiConsumer;

/** Writes one value of a row as one complete JSON value. */
@FunctionalInterface
public interface CellEncoder {
    /** A plan is JSON or a tree for a person. */
    CellEncoder PLAN = CellEncoder::perhapsJson;

    void write(ResultSet rows, int position, ResultBuffer out) throws SQLException;

    /** The driver's name of a column's type, which decides how its values are written. */
    static CellEncoder of(String type, boolean checksJson) {
        return switch (type) {
            case "TINYINT",
                    "TINYINT UNSIGNED",
                    "SMALLINT",
                    "SMALLINT UNSIGNED",
                    "MEDIUMINT",
                    "MEDIUMINT UNSIGNED",
                    "INTEGER",
                    "INTEGER UNSIGNED",
                    "BIGINT",
                    "YEAR" -> CellEncoder::integer;
            case "BIGINT UNSIGNED" -> CellEncoder::unsigned;
            case "DECIMAL", "DECIMAL UNSIGNED" -> CellEncoder::decimal;
            case "FLOAT", "FLOAT UNSIGNED" -> CellEncoder::real;
            case "DOUBLE", "DOUBLE UNSIGNED" -> CellEncoder::doubleReal;
            case "BIT" -> CellEncoder::bits;
            case "DATE" -> (rows, position, out) -> unlessZero(rows, position, WireTime::writeDate, out);
            case "DATETIME" -> (rows, position, out) -> unlessZero(rows, position, WireTime::writeLocal, out);
            case "TIMESTAMP" -> (rows, position, out) -> unlessZero(rows, position, WireTime::writeUtc, out);
            case "TIME" -> CellEncoder::time;
            case "CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "uuid" -> CellEncoder::text;
            case "ENUM", "SET" -> CellEncoder::string;
            case "JSON" -> checksJson ? CellEncoder::json : CellEncoder::perhapsJson;
            case "NULL" -> (rows, position, out) -> out.raw(RowArray.NULL);
            // BINARY, the kinds of BLOB, and geometry.
            default -> CellEncoder::binary;
        };
    }

    private static void integer(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var value = rows.getLong(position);
        if (value == 0 && rows.wasNull()) {
            out.raw(RowArray.NULL);
        } else {
            out.ascii(Long.toString(value));
        }
    }

    private static void unsigned(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var digits = rows.getString(position);
        if (digits == null) {
            out.raw(RowArray.NULL);
        } else {
            out.ascii(digits);
        }
    }

    private static void decimal(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var number = rows.getString(position);
        if (number == null) {
            out.raw(RowArray.NULL);
        } else {
            // A column with ZEROFILL has leading zeros, which JSON forbids.
            out.ascii(new BigDecimal(number).toPlainString());
        }
    }

    private static void real(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var value = rows.getFloat(position);
        if (!Float.isFinite(value) || value == 0 && rows.wasNull()) {
            out.raw(RowArray.NULL);
        } else {
            out.ascii(Float.toString(value));
        }
    }

    private static void doubleReal(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var value = rows.getDouble(position);
        if (!Double.isFinite(value) || value == 0 && rows.wasNull()) {
            out.raw(RowArray.NULL);
        } else {
            out.ascii(Double.toString(value));
        }
    }

    /** The bits as a number. */
    private static void bits(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var bytes = rows.getBytes(position);
        if (bytes == null) {
            out.raw(RowArray.NULL);
        } else {
            out.ascii(new BigInteger(1, bytes).toString());
        }
    }

    private static void unlessZero(
            ResultSet rows, int position, BiConsumer<WireTime, ResultBuffer> writing, ResultBuffer out)
            throws SQLException {
        var moment = rows.getObject(position, WireTime.class);
        if (moment == null || moment.isZeroDate()) {
            out.raw(RowArray.NULL);
        } else {
            writing.accept(moment, out);
        }
    }

    private static void time(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var time = rows.getObject(position, WireTime.class);
        if (time == null) {
            out.raw(RowArray.NULL);
        } else {
            time.writeTime(out);
        }
    }

    private static void text(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var bytes = rows.getBytes(position);
        if (bytes == null) {
            out.raw(RowArray.NULL);
        } else {
            out.quoted(bytes, 0, bytes.length);
        }
    }

    private static void string(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var text = rows.getString(position);
        if (text == null) {
            out.raw(RowArray.NULL);
        } else {
            out.quoted(text);
        }
    }

    private static void json(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var text = rows.getString(position);
        if (text == null) {
            out.raw(RowArray.NULL);
        } else {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            out.json(bytes, 0, bytes.length);
        }
    }

    /** MariaDB's JSON is a text, and a session can turn off its check. */
    private static void perhapsJson(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var text = rows.getString(position);
        if (text != null && !JsonDocument.is(text)) {
            out.quoted(text);
        } else {
            json(rows, position, out);
        }
    }

    private static void binary(ResultSet rows, int position, ResultBuffer out) throws SQLException {
        var bytes = rows.getBytes(position);
        if (bytes == null) {
            out.raw(RowArray.NULL);
        } else {
            out.json('"').raw(Base64.getEncoder().encode(bytes)).json('"');
        }
    }
}
