package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Values of each type of BSON, at the ends of their ranges, as relaxed extended JSON. */
class RelaxedJsonTest {
    private static final ObjectId ID = new ObjectId("65a1b2c3d4e5f60718293a4b");

    private static Stream<Arguments> values() {
        return Stream.of(
                value(new BsonInt32(Integer.MIN_VALUE), "-2147483648"),
                value(new BsonInt64(Long.MIN_VALUE), "-9223372036854775808"),
                value(new BsonInt64(9007199254740993L), "9007199254740993"),
                value(new BsonDouble(0.1), "0.1"),
                value(new BsonDouble(-0.0), "-0.0"),
                value(new BsonDouble(Double.MAX_VALUE), "1.7976931348623157E308"),
                value(new BsonDouble(Double.MIN_VALUE), "4.9E-324"),
                value(new BsonDouble(Double.NaN), "{'$numberDouble':'NaN'}"),
                value(new BsonDouble(Double.POSITIVE_INFINITY), "{'$numberDouble':'Infinity'}"),
                value(new BsonDouble(Double.NEGATIVE_INFINITY), "{'$numberDouble':'-Infinity'}"),
                decimal("0.10"),
                decimal("-0"),
                decimal("9.999999999999999999999999999999999E+6144"),
                decimal("1E-6176"),
                decimal("NaN"),
                decimal("Infinity"),
                decimal("-Infinity"),
                value(new BsonBoolean(true), "true"),
                value(BsonNull.VALUE, "null"),
                value(new BsonUndefined(), "{'$undefined':true}"),
                value(new BsonString(""), "''"),
                value(new BsonString("é漢😀\t\u0000\u2028"), "'é漢😀\\t\\u0000\u2028'"),
                value(new BsonSymbol("s"), "{'$symbol':'s'}"),
                value(new BsonObjectId(ID), "{'$oid':'65a1b2c3d4e5f60718293a4b'}"),
                value(new BsonDateTime(0), "{'$date':'1970-01-01T00:00:00Z'}"),
                value(new BsonDateTime(1_767_322_985_007L), "{'$date':'2026-01-02T03:03:05.007Z'}"),
                value(new BsonDateTime(-1), "{'$date':{'$numberLong':'-1'}}"),
                value(new BsonDateTime(253_402_300_799_999L), "{'$date':'9999-12-31T23:59:59.999Z'}"),
                value(new BsonDateTime(253_402_300_800_000L), "{'$date':{'$numberLong':'253402300800000'}}"),
                value(new BsonDateTime(Long.MAX_VALUE), "{'$date':{'$numberLong':'9223372036854775807'}}"),
                value(new BsonTimestamp(-1, -2), "{'$timestamp':{'t':4294967295,'i':4294967294}}"),
                binary(0, "{'$binary':{'base64':'AP8Q','subType':'00'}}"),
                binary(4, "{'$binary':{'base64':'AP8Q','subType':'04'}}"),
                binary(128, "{'$binary':{'base64':'AP8Q','subType':'80'}}"),
                value(
                        new BsonRegularExpression("^a\"/\\d", "im"),
                        "{'$regularExpression':{'pattern':'^a\\\"/\\\\d','options':'im'}}"),
                value(new BsonJavaScript("f()"), "{'$code':'f()'}"),
                value(
                        new BsonJavaScriptWithScope("f(x)", new BsonDocument("x", new BsonInt32(1))),
                        "{'$code':'f(x)','$scope':{'x':1}}"),
                value(
                        new BsonDbPointer("db.c", ID),
                        "{'$dbPointer':{'$ref':'db.c','$id':{'$oid':'65a1b2c3d4e5f60718293a4b'}}}"),
                value(new BsonMinKey(), "{'$minKey':1}"),
                value(new BsonMaxKey(), "{'$maxKey':1}"),
                value(new BsonArray(), "[]"),
                value(new BsonArray(List.of(BsonNull.VALUE, new BsonArray(), new BsonInt32(1))), "[null,[],1]"),
                value(new BsonDocument(), "{}"),
                value(new BsonDocument("a\"b", new BsonDocument("$c", new BsonString("d"))), "{'a\\\"b':{'$c':'d'}}"));
    }

    private static Arguments decimal(String text) {
        return value(new BsonDecimal128(Decimal128.parse(text)), "{'$numberDecimal':'" + text + "'}");
    }

    private static Arguments binary(int subtype, String json) {
        return value(new BsonBinary((byte) subtype, new byte[] {0, (byte) 0xff, 0x10}), json);
    }

    /** @param json with single quotes where JSON has double ones */
    private static Arguments value(BsonValue value, String json) {
        return Arguments.of(value, json.replace('\'', '"'));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valueOfEachTypeIsRelaxedJson(BsonValue value, String json) {
        assertThat(written(value, Form.PLAIN)).isEqualTo("{\"v\":" + json + "}");
        assertThat(JsonMapper.shared().readValue('"' + written(value, Form.INSIDE_STRING) + '"', String.class))
                .isEqualTo(written(value, Form.PLAIN));
    }

    /** What the driver reads as relaxed extended JSON is the same value again. */
    @ParameterizedTest
    @MethodSource("values")
    void driverReadsTheSameValueBack(BsonValue value, String json) {
        assertThat(BsonDocument.parse(written(value, Form.PLAIN)).get("v")).isEqualTo(value);
    }

    @Test
    void valuesCoverEveryType() {
        Set<BsonType> seen = values().map(arguments -> ((BsonValue) arguments.get()[0]).getBsonType())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(BsonType.class)));
        assertThat(Arrays.stream(BsonType.values()).filter(type -> type != BsonType.END_OF_DOCUMENT))
                .allMatch(seen::contains);
    }

    private static String written(BsonValue value, Form form) {
        try (var out = new BufferBudget(1 << 20).open(1 << 20);
                var reader = new BsonDocumentReader(new BsonDocument("v", value))) {
            new RelaxedJson(out.form(form)).document(reader);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        }
    }
}
