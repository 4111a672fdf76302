package dev.hyperterse.catalog;

import java.util.Set;

/**
 * Features that a leaf may require of a runtime. Names, not an enum: a catalog written by a newer operator may hold
 * names that this build does not know, and must still be readable.
 */
public final class Feature {
    public static final String SQL_STATEMENT = "statement.sql";
    /** SQL whose values become text of it. */
    public static final String TEXTUAL_STATEMENT = "statement.textual";

    /** SQL that the caller writes. */
    public static final String AD_HOC_SQL = "statement.ad-hoc";
    /** A statement with settings of its transaction. */
    public static final String STATEMENT_SESSION = "statement.session";

    /** A statement with a role of its transaction, and maybe settings. */
    public static final String STATEMENT_ROLE = "statement.role";

    public static final String DOCUMENT_COMMAND = "statement.document";
    public static final String COMMAND = "statement.command";
    public static final String SCRIPT = "script";
    /** A script with a memory of its own for each run. */
    public static final String SCRIPT_ISOLATED = "script.isolated";

    /** A script with statements of its own. */
    public static final String SCRIPT_QUERIES = "script.queries";
    /** A script that fetches, and may have statements of its own. */
    public static final String SCRIPT_FETCH = "script.fetch";
    /** Scripts around the call of a tool. */
    public static final String TOOL_TRANSFORMS = "tool.transforms";
    /** Such scripts with statements of their own. */
    public static final String TRANSFORM_QUERIES = "tool.transforms.queries";
    /** Whose scripts may call a tool, where it is not those of its own namespace alone. */
    public static final String TOOL_CALLERS = "tool.callers";
    /** A tool that asks the user of the client before it runs. */
    public static final String TOOL_CONFIRMATION = "tool.confirmation";
    /** A tool with rates of its own. */
    public static final String TOOL_RATES = "tool.rates";
    /** A limit, an overflow or a format of the tool's own. */
    public static final String RESULT_RULES = "result.rules";

    /** The same for rows that a script returns. */
    public static final String SCRIPT_RESULT_RULES = "result.rules.script";

    /** Inputs whose values the server knows. */
    public static final String BOUND_INPUTS = "inputs.bound";

    /** Inputs whose values headers hold. */
    public static final String BOUND_HEADERS = "inputs.header";

    /** Inputs whose values segments of the URL hold. */
    public static final String BOUND_PATHS = "inputs.path";

    /** What runs names the plugin that has authenticated its caller. */
    public static final String PRINCIPAL_PLUGIN = "principal.plugin";

    /** Not every caller of the server may see and use the leaf. */
    public static final String ACCESS_POLICY = "access.policy";

    /** Rules say which callers and calls the leaf is for. */
    public static final String ACCESS_RULES = "access.rules";

    /** A decision point is asked about each call of the leaf. */
    public static final String ACCESS_DECISION = "access.decision";

    public static final String PROMPT_MESSAGES = "prompt.messages";
    public static final String RESOURCE_CONTENT = "resource.content";
    public static final String RESOURCE_TEMPLATE = "resource.template";
    /** A script that makes the messages. */
    public static final String PROMPT_SCRIPT = "prompt.script";
    /** A script that makes the contents. */
    public static final String RESOURCE_SCRIPT = "resource.script";

    /** Everything this build can serve. */
    public static final Set<String> SUPPORTED = Set.of(
            SQL_STATEMENT,
            TEXTUAL_STATEMENT,
            AD_HOC_SQL,
            STATEMENT_SESSION,
            STATEMENT_ROLE,
            DOCUMENT_COMMAND,
            COMMAND,
            SCRIPT,
            SCRIPT_ISOLATED,
            SCRIPT_QUERIES,
            SCRIPT_FETCH,
            TOOL_TRANSFORMS,
            TRANSFORM_QUERIES,
            TOOL_CALLERS,
            TOOL_CONFIRMATION,
            TOOL_RATES,
            RESULT_RULES,
            SCRIPT_RESULT_RULES,
            BOUND_INPUTS,
            BOUND_HEADERS,
            BOUND_PATHS,
            PRINCIPAL_PLUGIN,
            ACCESS_POLICY,
            ACCESS_RULES,
            ACCESS_DECISION,
            PROMPT_MESSAGES,
            RESOURCE_CONTENT,
            RESOURCE_TEMPLATE,
            PROMPT_SCRIPT,
            RESOURCE_SCRIPT);

    private Feature() {}
}
