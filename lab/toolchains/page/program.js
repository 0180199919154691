import { answer } from "./answer.js";

answer().then((result) => console.log(JSON.stringify(result)));
