package dev.hyperterse.crds.v1alpha1.shared;

/** Regular expressions of the API, in the part of the syntax that RE2 and Java read alike. */
public final class Formats {
    public static final String APP_PROTOCOL =
            "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$";
    public static final String BASE64 = "^[A-Za-z0-9+/\\r\\n]*={0,2}[\\r\\n]*$";
    public static final String CARD_NAME = "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$";
    public static final String CARD_URL = "^https?://[^ ?#{}]*[^ ?#{}/]$";
    public static final String DURATION = "^[1-9][0-9]{0,8}(ms|s|m|h)$";
    public static final String ENDPOINT_PATH = "^/mcp(/\\{[A-Za-z_][A-Za-z0-9_]*\\}){0,4}$";
    public static final String GATEWAY_DURATION = "^([0-9]{1,5}(h|m|s|ms)){1,4}$";
    public static final String HEADER = "^[A-Za-z0-9-]+$";
    public static final String HTTP_URL = "^https?://[^ ]+$";
    static final String ICON = "^(https?://|data:image/)[^ ]+$";
    static final String ICON_SIZE = "^([0-9]{1,5}x[0-9]{1,5}|any)$";
    public static final String IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]*$";
    public static final String LABEL = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
    public static final String JSON_POINTER = "^(/([^~]|~[01])*)?$";
    public static final String MIME_TYPE =
            "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*(; ?[A-Za-z0-9_.=-]+)*$";
    public static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$";
    public static final String FILE_PATH = "^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$";
    public static final String PART_NAME = "^[^\\x00-\\x1f\\x7f\\\\]+$";
    public static final String PLUGIN_REF = "^[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    public static final String RATIO = "^(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$";
    static final String REASON = "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$";
    public static final String DOCUMENT_PATH = "^/[A-Za-z0-9._~!$&'()*+,;=:@/?-]*$";
    public static final String REQUEST_PATH = "^/.*$";
    public static final String ROLE = "^[A-Za-z_][A-Za-z0-9_$.@-]*$";
    public static final String SHA_256 = "^[0-9a-f]{64}$";
    public static final String SCOPE = "^[!#-\\[\\]-~]+$";
    public static final String SCHEMAS = "^[A-Za-z_][A-Za-z0-9_$]*(, ?[A-Za-z_][A-Za-z0-9_$]*)*$";
    public static final String TOOL_NAME = "^[A-Za-z0-9_.-]+$";
    public static final String SKILL_URI =
            "^[A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*[a-z0-9]+(-[a-z0-9]+)*/SKILL[.]md$";
    public static final String URI = "^[A-Za-z][A-Za-z0-9+.-]*:[^ {}]+$";
    public static final String URI_TEMPLATE = "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]*\\{[^ ]+\\}[^ ]*$";

    // An address of a database may begin with a placeholder: {{ env.DATABASE_URL }}.
    public static final String HTTP_API_URL = "^(https?://.+|\\{\\{.+)$";
    public static final String MONGODB_URL = "^(mongodb(\\+srv)?://.+|\\{\\{.+)$";
    public static final String MYSQL_URL = "^((mysql|mariadb)://.+|\\{\\{.+)$";
    public static final String POSTGRES_URL = "^(postgres(ql)?://.+|\\{\\{.+)$";
    public static final String REDIS_URL = "^(rediss?://.+|\\{\\{.+)$";
    public static final String SQLITE_URL = "^(:memory:|[^/:~][^:]*)$";

    private Formats() {}
}
