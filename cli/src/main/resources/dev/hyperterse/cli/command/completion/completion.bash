# Completion of hyperterse for bash: source <(hyperterse completion bash)
_hyperterse() {
    local line=${COMP_LINE:0:COMP_POINT} options='' directive='' strip='' current word breaks
    local -a words=() found=()
    COMPREPLY=()
    line=${line##*[;&|]}
    # Nothing of the line is expanded, so quoted words are not known.
    case $line in *[\'\"\\]*) return 0 ;; esac
    IFS=$' \t' read -ra words <<<"$line"
    [[ $line != *[[:space:]] ]] || words+=("")
    while [ ${#words[@]} -gt 1 ] && [ "${words[0]}" != "$1" ]; do words=("${words[@]:1}"); done
    [ ${#words[@]} -gt 1 ] || return 0
    current=${words[${#words[@]} - 1]}
    if [ ${#words[@]} -eq 2 ]; then
        COMPREPLY=($(compgen -W '@COMMANDS@' -- "$current"))
        return 0
    fi
    case $current in
        -*)
            case ${words[1]} in
@OPTIONS@
            esac
            COMPREPLY=($(compgen -W "$options" -- "$current"))
            return 0
            ;;
    esac
    while IFS= read -r word; do
        case $word in
            :*) directive=$word ;;
            *) found+=("$word") ;;
        esac
    done < <("$1" __complete -- "${words[@]:1}" 2>/dev/null </dev/null)
    # Bash replaces what stands behind the last of these.
    breaks=${COMP_WORDBREAKS//[^:=]/}
    [ -z "$breaks" ] || case $current in *["$breaks"]*) strip=${current%"${current##*["$breaks"]}"} ;; esac
    case $directive in
        :directories) while IFS= read -r word; do found+=("$word"); done < <(compgen -d -- "$current") ;;
        :files) while IFS= read -r word; do found+=("$word"); done < <(compgen -f -- "$current") ;;
    esac
    if [ -n "$directive" ] && type compopt >/dev/null 2>&1; then
        # Readline quotes them, and adds the slash.
        compopt -o filenames
        for word in ${found[@]+"${found[@]}"}; do COMPREPLY+=("${word#"$strip"}"); done
    else
        for word in ${found[@]+"${found[@]}"}; do COMPREPLY+=("$(printf %q "${word#"$strip"}")"); done
    fi
    [ ${#COMPREPLY[@]} -ne 1 ] || case ${COMPREPLY[0]} in
        *[=/]) ! type compopt >/dev/null 2>&1 || compopt -o nospace ;;
    esac
}
complete -F _hyperterse hyperterse
