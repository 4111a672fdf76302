package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A value of every type that a column of Postgres may have, at the ends of its range, as NULL and in an array. */
@ExtendWith(Postgres.class)
class EveryPostgresTypeIT {
    /** Type, value, JSON. */
    private static final String TABLE = """
            aclitem        | =r/postgres                          | "=r/postgres"
            bit            | 1                                    | "1"
            bool           | t                                    | true
            bool           | f                                    | false
            box            | (1,1),(0,0)                          | "(1,1),(0,0)"
            bpchar         | ab                                   | "ab"
            bytea          | \\x                                  | ""
            bytea          | \\x00ff10                            | "AP8Q"
            "char"         | x                                    | "x"
            cid            | 7                                    | "7"
            cidr           | 10.0.0.0/8                           | "10.0.0.0/8"
            circle         | <(1,2),3>                            | "<(1,2),3>"
            date           | 1969-12-31                           | "1969-12-31"
            date           | 0001-01-01                           | "0001-01-01"
            date           | 4713-01-01 BC                        | "4713-01-01 BC"
            date           | 5874897-12-31                        | "5874897-12-31"
            date           | infinity                             | "infinity"
            date           | -infinity                            | "-infinity"
            datemultirange | {[2025-01-01,2025-02-01)}            | "{[2025-01-01,2025-02-01)}"
            daterange      | (,2025-02-01)                        | "(,2025-02-01)"
            float4         | 3.4028235e38                         | 3.4028235e+38
            float4         | 1e-45                                | 1e-45
            float4         | -0                                   | -0
            float4         | NaN                                  | null
            float8         | 1.7976931348623157e308               | 1.7976931348623157e+308
            float8         | 5e-324                               | 5e-324
            float8         | 0.1                                  | 0.1
            float8         | 9007199254740993                     | 9.007199254740992e+15
            float8         | NaN                                  | null
            float8         | Infinity                             | null
            float8         | -Infinity                            | null
            inet           | 2001:db8::1/64                       | "2001:db8::1/64"
            int2           | -32768                               | -32768
            int4           | 2147483647                           | 2147483647
            int4multirange | {[1,3),[5,7)}                        | "{[1,3),[5,7)}"
            int4range      | empty                                | "empty"
            int8           | -9223372036854775808                 | -9223372036854775808
            int8           | 9223372036854775807                  | 9223372036854775807
            int8multirange | {}                                   | "{}"
            int8range      | [9007199254740993,)                  | "[9007199254740993,)"
            interval       | -1 year 2 mons -3 days 04:05:06.7    | "-10 mons -3 days +04:05:06.7"
            interval       | 0                                    | "00:00:00"
            json           | {"a": [1, 2.50, null], "a": "é"}     | {"a": [1, 2.50, null], "a": "é"}
            json           | 1e400                                | 1e400
            json           | null                                 | null
            jsonb          | {"b": 1, "a": {"c": []}}             | {"a": {"c": []}, "b": 1}
            jsonb          | "x\\u0001"                            | "x\\u0001"
            jsonpath       | $.a[*] ? (@ > 1)                     | "$.\\"a\\"[*]?(@ > 1)"
            line           | {1,2,3}                              | "{1,2,3}"
            lseg           | [(0,0),(1,1)]                        | "[(0,0),(1,1)]"
            macaddr        | 08:00:2b:01:02:03                    | "08:00:2b:01:02:03"
            macaddr8       | 08:00:2b:01:02:03:04:05              | "08:00:2b:01:02:03:04:05"
            money          | -92233720368547758.08                | "-$92,233,720,368,547,758.08"
            name           | a "b"                                | "a \\"b\\""
            numeric        | 0.00                                 | 0.00
            numeric        | -123456789012345678901234567890.1200 | -123456789012345678901234567890.1200
            numeric        | 1e-30                                | 0.000000000000000000000000000001
            numeric        | NaN                                  | null
            numeric        | Infinity                             | null
            nummultirange  | {[1.5,2.5)}                          | "{[1.5,2.5)}"
            numrange       | [1.50,2.5)                           | "[1.50,2.5)"
            oid            | 4294967295                           | 4294967295
            path           | ((0,0),(1,1))                        | "((0,0),(1,1))"
            pg_lsn         | 16/B374D848                          | "16/B374D848"
            pg_snapshot    | 10:20:10,14                          | "10:20:10,14"
            point          | (NaN,Infinity)                       | "(NaN,Infinity)"
            polygon        | ((0,0),(1,1),(1,0))                  | "((0,0),(1,1),(1,0))"
            refcursor      | c                                    | "c"
            regclass       | pg_class                             | "pg_class"
            regcollation   | "C"                                  | "\\"C\\""
            regconfig      | english                              | "english"
            regdictionary  | simple                               | "simple"
            regnamespace   | pg_catalog                           | "pg_catalog"
            regoper        | ||/                                  | "||/"
            regoperator    | +(int4,int4)                         | "+(integer,integer)"
            regproc        | pg_backend_pid                       | "pg_backend_pid"
            regprocedure   | pg_catalog.length(text)              | "length(text)"
            regrole        | postgres                             | "postgres"
            regtype        | int4                                 | "integer"
            text           |                                      | ""
            text           | a "b" \\ é漢😀                       | "a \\"b\\" \\\\ é漢😀"
            tid            | (0,1)                                | "(0,1)"
            time           | 24:00:00                             | "24:00:00"
            timestamp      | 1969-12-31 23:59:59.999999           | "1969-12-31T23:59:59.999999"
            timestamp      | 0001-01-01 00:00:00                  | "0001-01-01T00:00:00"
            timestamp      | 0044-03-15 12:00:00 BC               | "0044-03-15 12:00:00 BC"
            timestamp      | 294276-12-31 23:59:59                | "294276-12-31T23:59:59"
            timestamp      | -infinity                            | "-infinity"
            timestamptz    | 1969-12-31 19:00:00.5-05             | "1970-01-01T00:00:00.5Z"
            timestamptz    | 1883-11-18 12:00:00 America/New_York | "1883-11-18T17:00:00Z"
            timestamptz    | 0044-03-15 12:00:00+00 BC            | "0044-03-15 12:00:00+00 BC"
            timestamptz    | infinity                             | "infinity"
            timetz         | 10:11:12.5+02                        | "10:11:12.5+02"
            tsmultirange   | {[2025-01-01 00:00,2025-01-02 00:00)} | "{[\\"2025-01-01 00:00:00\\",\\"2025-01-02 00:00:00\\")}"
            tsquery        | 'a' & !'b'                           | "'a' & !'b'"
            tsrange        | [2025-01-01 00:00,)                  | "[\\"2025-01-01 00:00:00\\",)"
            tstzmultirange | {[2025-01-01 00:00+02,)}             | "{[\\"2024-12-31 22:00:00+00\\",)}"
            tstzrange      | [2025-01-01 00:00+02,)               | "[\\"2024-12-31 22:00:00+00\\",)"
            tsvector       | 'a':1 'b'                            | "'a':1 'b'"
            txid_snapshot  | 10:20:10,14                          | "10:20:10,14"
            uuid           | A3BB189E-8BF9-3888-9912-ACE4E6543002 | "a3bb189e-8bf9-3888-9912-ace4e6543002"
            varbit         | 1010                                 | "1010"
            varchar        | NULL                                 | "NULL"
            xid            | 4294967295                           | "4294967295"
            xid8           | 18446744073709551615                 | "18446744073709551615"
            xml            | <a b="c">d</a>                       | "<a b=\\"c\\">d</a>"
            """;

    /** Arrays without an array type, and what only the engine itself makes. */
    private static final List<String> OF_THE_ENGINE = List.of(
            "gtsvector",
            "int2vector",
            "oidvector",
            "pg_brin_bloom_summary",
            "pg_brin_minmax_multi_summary",
            "pg_dependencies",
            "pg_mcv_list",
            "pg_ndistinct",
            "pg_node_tree");

    private static PostgresDatabase database;
    private static TestCalls calls;

    @BeforeAll
    static void connect(PostgresDatabase empty) {
        database = empty;
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
    }

    private record Column(String type, String value, String json) {
        static Column of(String line) {
            var cells = line.split(" \\| ", 3);
            return new Column(cells[0].strip(), cells[1].strip(), cells[2].strip());
        }

        String literal() {
            return "'" + value.replace("'", "''") + "'::" + type;
        }

        @Override
        public String toString() {
            return type + " " + value;
        }
    }

    private static Stream<Column> columns() {
        return TABLE.lines().map(Column::of);
    }

    @ParameterizedTest
    @MethodSource("columns")
    void valueOfEachTypeIsEncodedAloneAsNullAndInAnArray(Column column) {
        var sql = "SELECT %1$s AS v, NULL::%2$s AS n, ARRAY[%1$s, NULL, %1$s] AS a, ARRAY[[%1$s]] AS m"
                .formatted(column.literal(), column.type());
        assertThat(calls.run(Dialect.POSTGRES, sql))
                .isEqualTo("[{\"v\":%1$s,\"n\":null,\"a\":[%1$s,null,%1$s],\"m\":[[%1$s]]}]".formatted(column.json()));
    }

    /** A type that a new version of the engine brings has to get a line. */
    @Test
    void valuesCoverEveryTypeOfTheEngine() {
        var types = database.query("SELECT string_agg(typname, ' ' ORDER BY typname) FROM pg_type"
                + " WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm') AND typelem = 0");
        var all = Stream.concat(columns().map(column -> column.type().replace("\"", "")), OF_THE_ENGINE.stream())
                .distinct()
                .toList();
        assertThat(types.split(" ")).isSubsetOf(all);
    }
}
