{{- /* Every value is read as if it could be missing: an upgrade with --reuse-values has the defaults of the older chart. */ -}}
{{- define "hyperterse-operator.labels" -}}
app.kubernetes.io/name: hyperterse-operator
app.kubernetes.io/part-of: hyperterse
app.kubernetes.io/version: {{ .Chart.AppVersion }}
{{- end }}

{{- define "hyperterse-operator.selector" -}}
app.kubernetes.io/name: hyperterse-operator
{{- end }}

{{- define "hyperterse-operator.image" -}}
{{ (.Values.image).repository | default "hyperterse/operator" }}
{{- if (.Values.image).digest }}@{{ .Values.image.digest }}{{ else }}:{{ (.Values.image).tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* With its tag beside a digest: the operator tells the version of the runtime by the tag. */ -}}
{{- define "hyperterse-operator.runtimeImage" -}}
{{ (.Values.runtimeImage).repository | default "hyperterse/runtime" }}:{{ (.Values.runtimeImage).tag | default .Chart.AppVersion }}
{{- with (.Values.runtimeImage).digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* Whether the operator reads all namespaces: something, or nothing. */ -}}
{{- define "hyperterse-operator.everywhere" -}}
{{- if eq (.Values.scope | default "Cluster") "Cluster" }}true{{ end }}
{{- end }}

{{- /* A JSON list in {"names": ...}: what the operator reads; empty for all namespaces. */ -}}
{{- define "hyperterse-operator.scope" -}}
{{- if eq (.Values.scope | default "Cluster") "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else if not (include "hyperterse-operator.everywhere" .) }}{{ dict "names" (.Values.namespaces | default list) | toJson }}
{{- else }}{{ dict "names" list | toJson }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.gateways" -}}
{{- if eq (.Values.scope | default "Cluster") "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else }}
{{- range .Values.gatewayNamespaces }}
{{- if and (not (include "hyperterse-operator.everywhere" $)) (not (has . ($.Values.namespaces | default list))) }}
{{- fail (printf "gatewayNamespaces names %q, which the operator does not read: add it to namespaces" .) }}
{{- end }}
{{- end }}
{{- dict "names" (.Values.gatewayNamespaces | default list) | toJson }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.subjects" -}}
subjects:
  - kind: ServiceAccount
    name: hyperterse-operator
    namespace: {{ .Release.Namespace }}
{{- end }}
