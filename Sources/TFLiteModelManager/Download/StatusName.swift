/// What a status code says (RFC 9110, section 15, and RFC 6585); nil for those that nobody has named.
func statusName(_ status: Int) -> String? {
  switch status {
  case 400: "Bad Request"
  case 401: "Unauthorized"
  case 402: "Payment Required"
  case 403: "Forbidden"
  case 404: "Not Found"
  case 405: "Method Not Allowed"
  case 406: "Not Acceptable"
  case 407: "Proxy Authentication Required"
  case 408: "Request Timeout"
  case 409: "Conflict"
  case 410: "Gone"
  case 412: "Precondition Failed"
  case 416: "Range Not Satisfiable"
  case 421: "Misdirected Request"
  case 429: "Too Many Requests"
  case 431: "Request Header Fields Too Large"
  case 500: "Internal Server Error"
  case 501: "Not Implemented"
  case 502: "Bad Gateway"
  case 503: "Service Unavailable"
  case 504: "Gateway Timeout"
  default: nil
  }
}
